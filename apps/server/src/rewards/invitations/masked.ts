/** An e-mail as another player may see it: the first letter, and how it ends. */
export function maskedName(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***${name.slice(-1)}@${domain.slice(0, 1)}***`
}
