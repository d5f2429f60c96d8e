import type { Cashier } from '../cashier.ts'

/**
 * The address of an order's payment page. A path is ours wherever the app was opened; whoever is no browser needs
 * the address that is configured.
 */
export const payUrl = ({ deps: { config } }: Pick<Cashier, 'deps'>, payNo: string): string =>
  `${config.PUBLIC_URL ? config.publicUrl : ''}/pay/${payNo}`
