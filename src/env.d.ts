declare module 'virtual:duckdb-engine' {
  /** Address of the engine's bytes, gzipped or plain; empty in the one-file page. */
  export const url: string;
  /** The gzipped engine in the one-file page; empty elsewhere. */
  export const base64: string;
}

/** Version of the application, from package.json. */
declare const __APP_VERSION__: string;

declare module 'virtual:samples' {
  /** The sample studies, as their sample.json describe them. */
  export const samples: readonly {
    id: string;
    title: string;
    description: string;
    badge: 'measured' | 'simulated' | 'published';
    /** How it opens; checked like a link. */
    view?: unknown;
    /** The picture on its card. */
    card: import('./session/sampleCard').CardChart;
    files: readonly { path: string; size: number; sha256: string }[];
    load(): Promise<{ files: readonly (readonly [path: string, text: string])[] }>;
  }[];
}
