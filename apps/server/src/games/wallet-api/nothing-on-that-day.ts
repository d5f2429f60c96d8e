/** The sums of a day on which a studio did nothing. */
export const nothingOnThatDay = {
  debits: 0,
  debitCents: 0,
  credits: 0,
  creditCents: 0,
  rollbacks: 0,
  rollbackCents: 0,
  frees: 0,
  freeCents: 0,
}
