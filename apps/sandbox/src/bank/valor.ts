import { cents, type Cents } from '@palpite/money'

/**
 * An amount in API Pix notation ("100.00") in cents; undefined for anything else. The standard's pattern has no
 * anchors; its text requires the whole value to match.
 */
export const readValor = (valor: unknown): Cents | undefined =>
  typeof valor === 'string' && /^\d{1,10}\.\d{2}$/.test(valor)
    ? cents(Number(valor.replace('.', '')))
    : undefined
