/** The only customer of this bank: the holder of the client id. The CNPJ is the tax office's own published example. */
export const RECEIVER = { name: 'PALPITE SANDBOX', city: 'SAO PAULO', cnpj: '12ABC34501DE35' } as const
