import { Menu, MenuButton, MenuItemCheck, MenuItemRadio, MenuProvider } from '@ariakit/react';
import { useEffect, useState } from 'react';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const THEME_LABEL: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};

function storedTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem('theme')) ?? 'system';
  } catch {
    // No storage here (file://, private windows): follow the system.
    return 'system';
  }
}

/** Light, dark, or as the system has it; kept in the browser. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // Not kept where there is no storage.
    }
  }, [theme]);
  return (
    <MenuProvider
      values={{ theme }}
      setValues={(values) => setTheme(THEMES.find((name) => name === values.theme) ?? 'system')}
    >
      <MenuButton className="button icon-button" aria-label={`Theme: ${THEME_LABEL[theme]}`} title="Theme">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
        </svg>
      </MenuButton>
      <Menu className="menu" gutter={4} aria-label="Theme">
        {THEMES.map((name) => (
          <MenuItemRadio key={name} className="menu-item" name="theme" value={name} hideOnClick>
            <MenuItemCheck />
            {THEME_LABEL[name]}
          </MenuItemRadio>
        ))}
      </Menu>
    </MenuProvider>
  );
}
