/** Slips as they are handed on, by code. */
export { bookSlip } from './book-slip.ts'
export { readBooking } from './read-booking.ts'
