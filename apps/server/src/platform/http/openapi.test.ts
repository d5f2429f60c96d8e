import { calls } from '@palpite/contract'
import { expect, test } from 'vitest'
import { openApiPage, openApiDocument } from './openapi.ts'

test('every call of the contract is in the OpenAPI document, and in its page', () => {
  const document = openApiDocument('https://palpite.example')
  const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(described.toSorted()).toEqual(Object.keys(calls).toSorted())
  const page = openApiPage(document)
  expect(Object.keys(paths).filter((path) => !page.includes(path))).toEqual([])
})
