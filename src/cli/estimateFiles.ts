/** The files that `estimate` reads and writes. */
import { closeSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createEstimator, EstimatorError } from '../estimator/core';
import type { FabricGraph, ForwardingTables } from '../estimator/job';
import { linkLines } from '../estimator/links';
import { moduleBytes } from '../estimator/node';

const MIB = 2 ** 20;
/** A fabric has at most 2^22 links; a line of six numbers is shorter than 64 bytes. */
const MOST_TOPOLOGY = 256 * MIB;
/** The module takes lists of at most so many bytes: it needs eight times as much to read them. */
export const MOST_LIST = 128 * MIB;
/** Node reads no larger file at once; the tables of ports of two bytes that the module takes are not larger. */
const MOST_TABLES = 2 ** 31 - 1;

/** The bytes of a file, unpacked if gzipped; refused, before memory is taken, if there are more than `most`. */
function readBytes(path: string, most: number, what: string): Uint8Array<ArrayBuffer> {
  const refuse = (size: string) =>
    new EstimatorError(
      `The file ${path} ${size} more than ${most.toLocaleString('en')} bytes, the most that ${what} can have. Is it the right file?`,
    );
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const found = statSync(path);
    if (!found.isFile() && !found.isFIFO()) throw new EstimatorError(`${path} is neither a file nor a pipe.`);
    // What cannot be packed is a little larger in its packed form.
    if (found.size > 1.01 * most + 1024) throw refuse('holds');
    bytes = readFileSync(path);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof EstimatorError) throw error;
    if (!existsSync(path)) throw new EstimatorError(`There is no file ${path}.`);
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw refuse('unpacks to');
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new EstimatorError(`The file ${path} cannot be read: ${reason}.`);
  }
  if (bytes.length > most) throw refuse('holds');
  return bytes;
}

/** The text of a file, plain or gzipped, of at most `most` bytes. */
export function readText(path: string, most: number, what: string): string {
  return new TextDecoder().decode(readBytes(path, most, what));
}

/** The text of a `fabric1` file, plain or gzipped. */
export function readFabric(path: string): string {
  const text = readText(path, MOST_TOPOLOGY, 'a fabric of the largest size');
  if (/^\s*fabric1\s/.test(text)) return text;
  throw new EstimatorError(
    `The file ${path} is not a fabric1 text: it does not begin with the word fabric1. docs/estimator.md has the format; a specification such as tree2:36 is given to --topology itself.`,
  );
}

/** Forwarding tables of one or two bytes per port for a fabric, told apart by their size. */
export async function readTables(path: string, topology: string, routing: string): Promise<ForwardingTables> {
  const estimator = await createEstimator(moduleBytes());
  estimator.setFabric(topology);
  const { hosts, switches, sourcePort } = estimator.fabric();
  const lmc = Number(/:\s*lmc\s*=\s*([0-7])\b/.exec(routing)?.[1] ?? 0);
  const entries = hosts * 2 ** lmc * switches;
  const most = Math.min(2 * entries, MOST_TABLES);
  const bytes = readBytes(path, most, 'tables of this fabric with two bytes per port');
  if (bytes.length !== 2 * entries) return bytes;
  const tables = new Uint16Array(new Uint8Array(bytes).buffer);
  const ports = sourcePort.reduce((a, b) => Math.max(a, b), 0);
  const wrong = tables.findIndex((port) => port > ports);
  if (wrong < 0) return tables;
  const entry = `switch ${hosts + Math.floor((wrong * switches) / entries)}`;
  throw new EstimatorError(
    `The file ${path} has two bytes for each of ${entries.toLocaleString('en')} entries (${switches} switches, ${hosts * 2 ** lmc} destinations). Read as one port they give ${entry} port ${tables[wrong]}, but the ports of this fabric end at ${ports}. ${
      lmc < 7
        ? `If they are ports of one byte for twice as many destinations, write --routing lft:lmc=${lmc + 1}; else`
        : 'Perhaps'
    } the tables belong to another fabric.`,
  );
}

/** Writes the loads of all links as CSV. */
export function writeLinks(path: string, fabric: FabricGraph, loads: Float64Array, phases: number): void {
  try {
    const file = openSync(path, 'w');
    try {
      for (const piece of linkLines(fabric, loads, phases)) writeSync(file, piece);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EstimatorError(
      `The loads of the links cannot be written to ${path}: ${reason}. Give --links another place.`,
    );
  }
}
