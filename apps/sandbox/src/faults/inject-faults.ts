import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemBody, Refusal } from '../web/refusal.ts'
import type { World } from '../world.ts'
import type { FaultOf, Operation } from './kinds.ts'
import { useFault } from './use-fault.ts'

type CallFault = FaultOf<'api_timeout'> | FaultOf<'api_error'> | FaultOf<'api_html'>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the bank's call, by which a fault can select it. */
    operation?: Operation
  }
}

/**
 * Makes the calls of this scope fail while a fault is armed for them: before the command (nothing happens) or after
 * it (everything is done and stored, but the caller gets no answer). Called after access is checked, so that a caller
 * without a token uses up no fault.
 */
export const injectFaults = (scope: FastifyInstance, world: World): void => {
  const spoiled = new WeakMap<FastifyRequest, CallFault>()
  scope.addHook('preHandler', async (request, reply) => {
    const fault = useCallFault(world, request.routeOptions.config.operation)
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

const useCallFault = (world: World, operation: Operation | undefined): CallFault | undefined => {
  if (operation === undefined) return undefined
  // A fault without a target skips the token call, so that a caller can reach the call under test.
  const fits = (fault: CallFault): boolean => fault.on?.includes(operation) ?? operation !== 'token'
  return (
    useFault(world, 'api_timeout', fits) ??
    useFault(world, 'api_error', fits) ??
    useFault(world, 'api_html', fits)
  )
}

const HTML = 'text/html; charset=utf-8'

/** The HTML page of a proxy before a bank, as during maintenance. */
const PAGE = '<!doctype html><title>Manutenção programada</title><h1>Voltamos já</h1>'

const failFirst = async (fault: CallFault, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  if (fault.kind === 'api_error') {
    throw new Refusal(fault.status, brokenBody(fault), 'application/problem+json; charset=utf-8')
  }
  if (fault.kind === 'api_html') {
    await reply.code(fault.status).type(HTML).send(PAGE)
    return
  }
  // Hijacking the reply keeps the framework from running the command.
  reply.hijack()
  await loseConnection(fault, request)
}

/** Closes the connection without an answer, at once or after a long silence; resolves when it is closed. */
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
