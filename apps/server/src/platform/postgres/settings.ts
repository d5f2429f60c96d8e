import { basename, dirname } from 'node:path'
import type { Place } from './place.ts'

/**
 * How the server of a laptop or a small machine is set: two cores, a few hundred MB.
 * Durable: what was acknowledged survives kill -9 and a power cut. The three words of durability are spelled
 * out although they are the defaults, because real money hangs on them.
 */
const COMMON = {
  listen_addresses: '', // no TCP: the socket in its closed folder is the only way in
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
  // Statements prepared while a table was empty keep the plan for an empty table until it is analysed: a fresh
  // house under load would be slow for a whole minute.
  autovacuum_naptime: '10s',
  // Hot statements go by unique keys; analysing tables that grow fast took a tenth of the database's time at 100.
  default_statistics_target: '10',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_duration_statement: '1000',
  // Refused statements are the caller's to report; here they would only carry tax ids and e-mails into a file.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  // Its own process writes the log, whoever started the server may be gone; `keepTurning` says when to begin another file.
  logging_collector: 'on',
  log_rotation_age: '0',
  log_rotation_size: '0',
}

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_compression: 'on' }

/** For test clusters that are thrown away: nothing waits for the disk. */
const FLEETING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '512MB' }

/** The settings as command line arguments: they win over any file in the data folder. */
export function settingArguments(durable: boolean, { socket, log }: Pick<Place, 'socket' | 'log'>): string[] {
  const settings = {
    ...COMMON,
    ...(durable ? DURABLE : FLEETING),
    unix_socket_directories: socket,
    log_directory: dirname(log),
    log_filename: basename(log),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
