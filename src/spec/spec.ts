/**
 * What the compiler knows of an OpenAPI document: plain values with their places, and the two questions it may
 * ask (`resolve`, `scalarText`). Types only, for every phase; `spec/read.ts` makes the values.
 */
import type { Finding, Location, Position } from '../diagnostic.ts'
import type { Json, JsonObject } from '../runtime/contract.ts'

/** A value of the document and where it stands. `at` is its real place, after every `$ref`. */
export interface Node<T extends Json = Json> {
  value: T
  at: Location
}

export type Resolved = { node: Node } | { problem: Finding }

export interface Spec {
  readonly key: string
  /** Root-relative POSIX path of the entry file. */
  readonly file: string
  /** 3.2 documents read as 3.1. */
  readonly dialect: '3.0' | '3.1'
  /** The `openapi` field as written. */
  readonly openapi: string
  readonly title: string
  readonly version: string
  /** Of the entry file's raw bytes, lower-case hex. */
  readonly sha256: string
  readonly document: JsonObject
  /**
   * Follows one reference, written at `from`, one step: `#/…`, `other.yaml`, `other.yaml#/…`. Files are read when
   * first asked for, checked against the pin, and kept. Never throws for what a document says.
   */
  resolve(ref: string, from: Location): Resolved
  /** The text a plain YAML scalar was written with (`08`, `1.10`, `2020-01-01`); undefined elsewhere. */
  scalarText(at: Location): string | undefined
}

/** Every file of one build by root-relative path: read once, located on demand. */
export interface Sources {
  locate(at: Location): Position | undefined
  /** What has been read so far, for the lock and for watching: path → sha256 of the raw bytes. */
  readonly files: ReadonlyMap<string, string>
}
