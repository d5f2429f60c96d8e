/** Enter in a stake moves to the next empty stake, and from the last to the slip's button. */
export const focusNextStake = (field: HTMLInputElement): void => {
  const slip = field.closest('dialog, [data-slip-dock]')
  const fields = [...(slip?.querySelectorAll<HTMLInputElement>('li input') ?? [])]
  const next = fields
    .slice(fields.indexOf(field) + 1)
    .find(({ value, disabled }) => value === '' && !disabled)
  if (next) next.focus()
  else slip?.querySelector<HTMLButtonElement>('[data-onward] button')?.click()
}
