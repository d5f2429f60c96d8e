import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemBody, Refusal } from '../web/refusal.ts'
import type { World } from '../world.ts'
import type { FaultOf, Operation } from './kinds.ts'
import { takeFault } from './take-fault.ts'

type CallFault = FaultOf<'api_timeout'> | FaultOf<'api_error'> | FaultOf<'api_html'>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the bank's call, so that faults can be aimed at it. */
    operation?: Operation
  }
}

/**
 * Makes the calls of this scope fail when a fault is armed for them: before the command (nothing has happened) or after
 * it (all of it has happened and is kept, but the caller does not hear so). Called after access is checked, so that a
 * caller without a token uses up no fault.
 */
export const spoilCalls = (scope: FastifyInstance, world: World): void => {
  const spoiled = new WeakMap<FastifyRequest, CallFault>()
  scope.addHook('preHandler', async (request, reply) => {
    const fault = takeCallFault(world, request.routeOptions.config.operation)
    if (fault?.when === 'before') await failFirst(fault, request, reply)
    if (fault?.when === 'after') spoiled.set(request, fault)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    const fault = spoiled.get(request)
    if (fault === undefined) return payload
    spoiled.delete(request)
    if (fault.kind === 'api_timeout') return loseConnection(fault, request)
    if (fault.kind === 'api_html') {
      reply.code(fault.status).type(HTML).removeHeader('content-length')
      return PAGE
    }
    reply.code(fault.status).type('application/problem+json; charset=utf-8').removeHeader('content-length')
    return JSON.stringify(brokenBody(fault))
  })
}

const takeCallFault = (world: World, operation: Operation | undefined): CallFault | undefined => {
  if (operation === undefined) return undefined
  // Unaimed faults spare the token call: a caller must be able to get as far as the call that is under test.
  const fits = (fault: CallFault): boolean => fault.on?.includes(operation) ?? operation !== 'token'
  return (
    takeFault(world, 'api_timeout', fits) ??
    takeFault(world, 'api_error', fits) ??
    takeFault(world, 'api_html', fits)
  )
}

const HTML = 'text/html; charset=utf-8'

/** What stands before a bank now and then, and says it in the bank's place: a page for people. */
const PAGE = '<!doctype html><title>Manutenção programada</title><h1>Voltamos já</h1>'

const failFirst = async (fault: CallFault, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  if (fault.kind === 'api_error') {
    throw new Refusal(fault.status, brokenBody(fault), 'application/problem+json; charset=utf-8')
  }
  if (fault.kind === 'api_html') {
    await reply.code(fault.status).type(HTML).send(PAGE)
    return
  }
  // A reply taken out of the framework's hands keeps the command from being done.
  reply.hijack()
  await loseConnection(fault, request)
}

/** Closes the connection without an answer, at once or after a long silence; over when the connection is gone. */
const loseConnection = async (fault: FaultOf<'api_timeout'>, request: FastifyRequest): Promise<void> => {
  const { socket } = request.raw
  if (socket.destroyed) return
  const gone = once(socket, 'close')
  if (fault.how === 'drop') socket.destroy()
  const timer = setTimeout(() => socket.destroy(), fault.holdMs)
  await gone
  clearTimeout(timer)
}

const brokenBody = (fault: FaultOf<'api_error'>): object => ({
  ...problemBody(fault.status === 500 ? 'ErroInternoDoServidor' : 'ServicoIndisponivel'),
  status: fault.status,
})
