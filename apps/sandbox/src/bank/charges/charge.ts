import type { Cents } from '@palpite/money'

export type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'

type Debtor = Readonly<{ cpf?: string; cnpj?: string; nome: string }>

/** What the receiver can choose and later revise. */
export type ChargeTerms = Readonly<{
  expirySeconds: number
  valueCents: Cents
  payerMayAlter: boolean
  pixKey: string
  debtor?: Debtor
  /** The only CPF that may pay. */
  onlyPayer?: string
  payerRequest?: string
  extras?: readonly Readonly<{ nome: string; valor: string }>[]
}>

export type Charge = Readonly<{
  id: number
  txid: string
  /** Address of the payload, without https://. */
  location: string
  brCode: string
  createdAt: number
  revision: number
  status: ChargeStatus
  terms: ChargeTerms
}>

/** The moment after which the charge cannot be paid. Expiry is computed, never a status. */
export const chargeEndsAt = (charge: Charge): number => charge.createdAt + charge.terms.expirySeconds * 1000
