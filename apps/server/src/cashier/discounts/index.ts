export { grantDiscounts } from './grant-discounts.ts'
export { type Discount, readDiscounts } from './read-discounts.ts'
