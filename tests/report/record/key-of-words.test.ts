import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/report/record/redact.ts';

/**
 * Keys that consist of words that the kit uses. The redactor must not mistake the kit's own text for a part of such a key.
 */
const keys = ['local-petstore-key', 'petstore-api-key-1', 'my_petstore_bearer_key'];

describe.each(keys)('with the key %s', (key) => {
  const redact = createRedactor({ key });

  it.each([
    `curl -i --globoff -H "Authorization: Bearer $PETSTORE_API_KEY" 'http://127.0.0.1:8080/v1/categories'`,
    'npx petstore-conformance run --base-url http://127.0.0.1:8080/v1',
  ])('%s stays unchanged', (text) => {
    expect(redact.traffic(text)).toBe(text);
    expect(redact.header(text)).toBe(text);
  });

  it('the key itself is redacted', () => {
    expect(redact(`Bearer ${key}`)).toBe('Bearer [key]');
  });
});
