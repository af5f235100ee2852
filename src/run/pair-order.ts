import type { Finding, RecordedExchange } from '../model/report.ts';

/**
 * Why a finding that shows only right behind another request on its connection could not show among these exchanges;
 * undefined where it could, or where it depends on no such order (reading 18).
 */
export function orderMissing(
  { exchange, comparedWith }: Finding,
  sent: readonly RecordedExchange[],
): string | undefined {
  const control = comparedWith?.exchange;
  if (exchange?.connection === undefined || control?.connection !== exchange.connection) return undefined;
  if (exchange.request.again.presentation === control.request.again.presentation) return undefined;
  const isLike = (one: RecordedExchange, other: RecordedExchange) =>
    one.request.again.presentation === other.request.again.presentation;
  const repeated = sent.some(
    (one) =>
      isLike(one, exchange) &&
      one.request.again.operation === exchange.request.again.operation &&
      one.connection !== undefined &&
      sent.some(
        (before) => before.connection === one.connection && before.id < one.id && isLike(before, control),
      ),
  );
  return repeated
    ? undefined
    : 'The finding shows only behind a request with the key on one connection, and no connection stayed open for that this time';
}
