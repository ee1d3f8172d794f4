import { Counter, Gauge, Histogram } from 'prom-client';
import { metric } from '@/lib/platform/system/metrics';

/** Metrics of the ingest. Labels come from closed sets only: no cube or equipment numbers. */
export const ingestMetrics = {
  messages: () =>
    metric(
      'ingest_messages_total',
      (registers) =>
        new Counter({
          name: 'ingest_messages_total',
          help: 'Messages accepted into the ingest buffer',
          labelNames: ['leaf', 'source'],
          registers,
        }),
    ),
  refusals: () =>
    metric(
      'ingest_refusals_total',
      (registers) =>
        new Counter({
          name: 'ingest_refusals_total',
          help: 'Refused messages and entries',
          labelNames: ['leaf', 'code'],
          registers,
        }),
    ),
  superseded: () =>
    metric(
      'ingest_status_superseded_total',
      (registers) =>
        new Counter({
          name: 'ingest_status_superseded_total',
          help: 'Status messages over the rate that a newer one absorbed',
          registers,
        }),
    ),
  acked: () =>
    metric(
      'ingest_acked_total',
      (registers) =>
        new Counter({
          name: 'ingest_acked_total',
          help: 'Events and log entries acknowledged after commit',
          labelNames: ['leaf'],
          registers,
        }),
    ),
  buffered: () =>
    metric(
      'ingest_buffered_rows',
      (registers) => new Gauge({ name: 'ingest_buffered_rows', help: 'Rows waiting for a commit', registers }),
    ),
  paused: () =>
    metric(
      'ingest_paused_total',
      (registers) =>
        new Counter({
          name: 'ingest_paused_total',
          help: 'Messages that had to wait for room in the buffer',
          registers,
        }),
    ),
  batchSeconds: () =>
    metric(
      'ingest_batch_seconds',
      (registers) =>
        new Histogram({
          name: 'ingest_batch_seconds',
          help: 'Time of one committed batch',
          buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
          registers,
        }),
    ),
  batchRows: () =>
    metric(
      'ingest_batch_rows',
      (registers) =>
        new Histogram({
          name: 'ingest_batch_rows',
          help: 'Rows of one committed batch',
          buckets: [1, 5, 20, 50, 100, 250, 500, 1000],
          registers,
        }),
    ),
  retries: () =>
    metric(
      'ingest_batch_retries_total',
      (registers) =>
        new Counter({
          name: 'ingest_batch_retries_total',
          help: 'Batches tried again because the database was away',
          registers,
        }),
    ),
  brokerClients: () =>
    metric(
      'mqtt_clients',
      (registers) => new Gauge({ name: 'mqtt_clients', help: 'Boxes connected to the embedded broker', registers }),
    ),
  brokerDenied: () =>
    metric(
      'mqtt_denied_total',
      (registers) =>
        new Counter({
          name: 'mqtt_denied_total',
          help: 'Denied connects, publishes and subscriptions',
          labelNames: ['what'],
          registers,
        }),
    ),
};
