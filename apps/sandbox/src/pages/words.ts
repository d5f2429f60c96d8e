const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

/** An amount as people in Brazil write it: R$ 1.234,50. */
export const reais = (amountCents: number): string => REAIS.format(amountCents / 100)

/** A moment in Brasília time. */
export const moment = (epochMs: number): string => MOMENT.format(epochMs)
