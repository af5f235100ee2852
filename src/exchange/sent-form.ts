/**
 * Describes how a request is sent, apart from its body: its operation, its credential, and a different credential that was sent
 * before it on its connection, as in "listCategories key-cut after bearer".
 */
export function sentForm(operation: string, credential: string, before?: string): string {
  return [operation, credential, ...(before === undefined ? [] : ['after', before])].join(' ');
}
