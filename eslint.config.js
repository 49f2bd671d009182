import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Folders of src that nothing in `of` may import: an import never leads from a lower floor to a higher one. */
const floor = (of, above) => ({
  files: of.map((folder) => `src/${folder}/**/*.{ts,tsx}`),
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(${above.join('|')})/`,
            message: 'An import never leads to a higher floor (docs/architecture.md).',
          },
        ],
      },
    ],
  },
});

export default tseslint.config(
  {
    ignores: [
      'dist',
      'dist-cli',
      'node_modules',
      'test-results',
      'playwright-report',
      'bench/results',
      'src/estimator/crate',
      'src/matrix/crate',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['scripts/**/*.mjs', 'bench/**/*.{js,mjs}', '*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
        document: 'readonly',
        Worker: 'readonly',
        window: 'readonly',
        MessageChannel: 'readonly',
        PerformanceObserver: 'readonly',
        requestAnimationFrame: 'readonly',
      },
    },
  },
  floor(['views'], ['app']),
  floor(['parts', 'session'], ['app', 'views']),
  floor(
    ['charts', 'share', 'store', 'queries', 'compare', 'pairs', 'matrix', 'fabric', 'estimator', 'formats'],
    ['app', 'views', 'parts', 'session'],
  ),
  floor(['model', 'worker', 'archives', 'conditions'], ['app', 'views', 'parts', 'session']),
  {
    // What outlives a view is owned by the session, which disposes of it.
    files: ['src/{app,views,parts,session}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > VariableDeclaration[kind="let"]',
          message: 'Use owned() of session/owned.ts.',
        },
        {
          selector: 'Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
          message: 'Use owned() of session/owned.ts.',
        },
      ],
    },
  },
  prettier,
);
