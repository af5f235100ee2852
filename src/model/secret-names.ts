const secretName = /^(proxy-)?authorization$|^(set-)?cookie2?$|key|token|secret/i;

/** Whether the value of a header or a parameter of this name is taken for a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.trim());
}
