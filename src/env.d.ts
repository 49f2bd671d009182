declare module 'virtual:duckdb-engine' {
  /** Address of the engine's bytes, gzipped or plain; empty in the one-file page. */
  export const url: string;
  /** The gzipped engine in the one-file page; empty elsewhere. */
  export const base64: string;
}

/** Version of the application, from package.json. */
declare const __APP_VERSION__: string;
