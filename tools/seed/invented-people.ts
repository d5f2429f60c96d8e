/** A unique code per id, from unambiguous letters. */
export const codeOf = (id: number) => id.toString(30).toUpperCase().padStart(8, '0').replaceAll('O', 'Y')

export const nameOf = (id: number) =>
  `Pessoa Exemplo ${id.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))}`

/** A computed CPF: nine digits of the id and two check digits. */
export function cpfOf(id: number): string {
  const digits = Array.from(String(100_000_000 + (id % 900_000_000)), Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, at) => total + digit * (length + 1 - at), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}
