import { cents, type Cents } from '@palpite/money'

/**
 * Cents of an amount as API Pix writes it ("100.00"), or undefined for anything else. The pattern of the standard has
 * no anchors; the text around it says the whole value must fit.
 */
export const readValor = (valor: unknown): Cents | undefined =>
  typeof valor === 'string' && /^\d{1,10}\.\d{2}$/.test(valor)
    ? cents(Number(valor.replace('.', '')))
    : undefined
