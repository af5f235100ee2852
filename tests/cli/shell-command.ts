import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { carryOutAsBuilt } from './in-process.ts';

/** The port of the server that shells call. All tests share the server, which keeps no process alive. */
let listening: Promise<number> | undefined;

/**
 * Returns the lines of a Bash script that replaces the command. The script sends its arguments and variables to the test
 * process, which runs the command. The script then writes the same output and exits with the same status. It starts no
 * second process.
 */
export async function replacementScript(): Promise<string> {
  listening ??= listen();
  const port = await listening;
  return `call=$(mktemp -d)
{ env -0; printf '\\0'; printf '%s\\0' "$@"; } > "$call/asked"
exec 3<>/dev/tcp/127.0.0.1/${port}
printf '%s\\n' "$call" >&3
read -r status <&3
cat "$call/stdout"; cat "$call/stderr" >&2
rm -r "$call"
exit "$status"`;
}

function listen(): Promise<number> {
  const server = createServer(response).unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function response(socket: Socket): void {
  // The shell may have ended already.
  socket.on('error', () => {});
  createInterface(socket).once('line', async (call) => {
    const { status, stdout, stderr } = await carryOutAsked(await readFile(`${call}/asked`, 'utf8'));
    await writeFile(`${call}/stdout`, stdout);
    await writeFile(`${call}/stderr`, stderr);
    socket.end(`${status}\n`);
  });
}

function carryOutAsked(asked: string): ReturnType<typeof carryOutAsBuilt> {
  const [variables = '', ...others] = asked.split('\0\0');
  const words = others.join('\0\0').split('\0').slice(0, -1);
  const pairs = variables
    .split('\0')
    .map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]);
  const env: Record<string, string> = Object.fromEntries(pairs);
  return carryOutAsBuilt(words, { env, ...(env['PWD'] === undefined ? {} : { cwd: env['PWD'] }) });
}
