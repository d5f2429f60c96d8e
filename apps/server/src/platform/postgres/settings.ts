import { basename, dirname } from 'node:path'
import type { Place } from './place.ts'

/**
 * Settings for a laptop or a small machine: two cores, a few hundred MB. Durable: acknowledged data survives kill -9
 * and a power cut. The three durability settings are explicit although they are the defaults, because real money
 * depends on them.
 */
const COMMON = {
  listen_addresses: '', // no TCP: only the socket in its protected folder
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  jit: 'off', // short statements: compiling them costs more than it saves
  max_parallel_workers_per_gather: '0', // two cores, many callers; and containers give /dev/shm only 64 MB
  // Statements prepared on an empty table keep that plan until it is analysed: a new database under load would be
  // slow for a whole minute.
  autovacuum_naptime: '10s',
  // Hot statements use unique keys; analysing fast-growing tables took a tenth of the database's time at 100.
  default_statistics_target: '10',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_duration_statement: '1000',
  // The caller reports refused statements; here they would only put tax ids and e-mails into a file.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  // A separate process writes the log, since the starting process may be gone; `keepRotating` triggers rotation.
  logging_collector: 'on',
  log_rotation_age: '0',
  log_rotation_size: '0',
}

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_compression: 'on' }

/** For disposable test clusters: nothing waits for the disk. */
const DISPOSABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '512MB' }

/** The settings as command line arguments: they override any file in the data folder. */
export function settingArguments(durable: boolean, { socket, log }: Pick<Place, 'socket' | 'log'>): string[] {
  const settings = {
    ...COMMON,
    ...(durable ? DURABLE : DISPOSABLE),
    unix_socket_directories: socket,
    log_directory: dirname(log),
    log_filename: basename(log),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
