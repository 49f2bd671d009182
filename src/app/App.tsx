/** The shell. */
export function App() {
  return <h1>Fabriscope</h1>;
}
