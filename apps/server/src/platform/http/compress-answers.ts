import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below this, compressing costs more than the few packets it saves. */
const MIN_BYTES = 1024

/**
 * Answers are compressed for those who can read them so. Files of the web apps are compressed when they are built and
 * go out as they are; sockets do not pass here. What a session may read is asked for by a header that no page of
 * somebody else can send, so lengths of compressed answers tell a stranger nothing.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    // Nobody sends us anything compressed: bodies are a few hundred bytes, and a bomb would be one of them.
    globalDecompression: false,
  })
}
