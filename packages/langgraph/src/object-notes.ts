/**
 * Something known of an object for as long as the object lives.
 *
 * Not a `WeakMap`, where it can be helped: while one holds a young object, V8 moves that object and
 * all it leads to into the old generation, dead or not. Runs that lasted for one call made the
 * garbage collector a fifth of the cost of a call. So the note hangs on the object itself, where
 * nobody sees it: under a symbol of its own, and not enumerable.
 */
export class ObjectNotes<Note> {
  readonly #symbol = Symbol("recourse.note");
  /** For objects that cannot be written on. */
  readonly #apart = new WeakMap<object, Note>();

  get(object: object): Note | undefined {
    if (!Object.hasOwn(object, this.#symbol)) return this.#apart.get(object);
    return (object as { readonly [symbol: symbol]: Note })[this.#symbol];
  }

  set(object: object, note: Note): void {
    if (!Object.isExtensible(object)) {
      this.#apart.set(object, note);
      return;
    }
    Object.defineProperty(object, this.#symbol, {
      value: note,
      configurable: true,
      writable: true,
      enumerable: false,
    });
  }

  delete(object: object): boolean {
    if (!Object.hasOwn(object, this.#symbol)) return this.#apart.delete(object);
    return Reflect.deleteProperty(object, this.#symbol);
  }
}
