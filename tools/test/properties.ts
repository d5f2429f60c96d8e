import fc from 'fast-check'

/**
 * Property tests draw the same cases at every run, so that a change fails for what it changed and not by the draw.
 * New cases are searched for with `PROPERTY_SEED=random npx vitest run packages`; a counterexample found that way
 * is mended and kept as an example of its own.
 */
const asked = process.env['PROPERTY_SEED'] ?? '20240413'

if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) })
