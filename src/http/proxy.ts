import { type Dispatcher, Pool } from 'undici';

/** A proxy gave no connection to the target: what it answered, or why nothing was answered as `cause`. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly status: number | undefined;

  constructor(status: number | undefined, cause?: unknown) {
    super('the proxy gave no connection', { cause });
    this.status = status;
  }
}

/** The client of a proxy: whatever goes wrong before the tunnel stands is thrown as a `ProxyFault`. */
export function createProxyClient(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, options);
  const connect = pool.connect.bind(pool) as (
    asked: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  const tunnel = async (asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const answer = await connect(asked).catch((error: unknown) => {
      throw new ProxyFault(undefined, error);
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => {}).destroy();
    throw new ProxyFault(answer.statusCode);
  };
  return Object.assign(pool, { connect: tunnel });
}
