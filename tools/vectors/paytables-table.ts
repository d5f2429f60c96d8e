import type { Json } from './case.ts'

/** One table of a file: its name, what it lists, and the return in percent that its name says. */
export type Table = { readonly name: string; readonly table: Json; readonly percent: string | undefined }
