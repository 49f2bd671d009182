#!/usr/bin/env node
/** `fabriscope COMMAND …`: the commands of the terminal. Exit code 2 for a wrong command line. */

const USAGE = `Usage: fabriscope COMMAND …

  serve DIR       opens a directory of results in the browser
  inspect FILE…   says what result files are, with the readers of the app
  estimate …      the congestion estimator

fabriscope COMMAND --help tells more.
`;

type Command = (args: readonly string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve')).serve,
  inspect: async () => (await import('./inspect')).inspect,
  estimate: async () => (await import('./estimate')).estimate,
};

// Who reads the output may have enough of it: `fabriscope inspect … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) {
  process.exitCode = await (await command())(args);
} else if (name === '--help' || name === '-h') {
  process.stdout.write(USAGE);
} else {
  process.stderr.write(`${name === '' ? '' : `There is no command "${name}". `}${USAGE}`);
  process.exitCode = 2;
}

export {};
