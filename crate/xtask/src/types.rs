//! One order for the declarations in `pkg/*.d.ts`.
//!
//! The generator writes them in the order in which the linker laid them out, and that changes with
//! the compiler. Sorted by name, equal contracts are equal files on every machine.

/// `hotsplit.d.ts`: first types, then functions and classes, each by name; then, as it was, how
/// the module is loaded, with the raw exports by name.
pub(crate) fn sorted(text: &str) -> String {
    let mut items = items(text);
    let loading = items.iter().position(|item| head(item).starts_with("export type InitInput "));
    let loading = items.split_off(loading.unwrap_or(items.len()));
    items.sort_by_key(|item| {
        let head = head(item);
        let is_type = ["export interface ", "export type "].iter().any(|it| head.starts_with(it));
        (!is_type, name(head).to_owned())
    });
    let loading = loading.iter().map(|item| {
        if head(item).starts_with("export interface InitOutput ") {
            sorted_lines(item, "    readonly ")
        } else {
            item.clone()
        }
    });
    let items: Vec<String> = items.into_iter().chain(loading).collect();
    format!("{OPENING}\n{}\n", items.join("\n\n"))
}

/// `hotsplit_bg.wasm.d.ts`: the raw exports by name.
pub(crate) fn sorted_raw(text: &str) -> String {
    sorted_lines(text.trim_end(), "export const ") + "\n"
}

/// How the generator opens each file.
const OPENING: &str = "/* tslint:disable */\n/* eslint-disable */";

/// The declarations, each with the comment above it.
fn items(text: &str) -> Vec<String> {
    let (mut items, mut item) = (Vec::new(), Vec::new());
    for line in text.strip_prefix(OPENING).unwrap_or(text).lines() {
        if line.is_empty() && item.is_empty() {
            continue;
        }
        item.push(line);
        let one_line = line.starts_with("export ") && line.ends_with(';');
        if one_line || line == "}" {
            items.push(item.join("\n"));
            item.clear();
        }
    }
    items
}

/// The line that says what an item declares.
fn head(item: &str) -> &str {
    item.lines().find(|line| line.starts_with("export ")).unwrap_or("")
}

/// `A` of `export type A = …`, `f` of `export function f(…`.
fn name(head: &str) -> &str {
    let rest = head.splitn(3, ' ').nth(2).unwrap_or(head);
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(rest)
}

/// Sorts the lines that begin so among themselves; others keep their places.
fn sorted_lines(text: &str, beginning: &str) -> String {
    let is_it = |line: &&str| line.starts_with(beginning);
    let mut sorted: Vec<&str> = text.lines().filter(is_it).collect();
    sorted.sort_unstable();
    let mut sorted = sorted.into_iter();
    let place = |line| if is_it(&line) { sorted.next().unwrap_or(line) } else { line };
    text.lines().map(place).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_sorted_with_their_comments() {
        let text = "/* tslint:disable */
/* eslint-disable */
/**
 * Two.
 */
export interface B {
    /**
     * Its field.
     */
    b: number;
}

/**
 * One.
 */
export type A = \"x\" | \"y\";


/**
 * Does it.
 */
export function doIt(): A;

export class C {
    free(): void;
}

export type InitInput = URL;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly b: () => void;
    readonly a: () => void;
}

/**
 * Starts.
 */
export default function __wbg_init (m?: { m: InitInput }): Promise<InitOutput>;
";
        assert_eq!(
            sorted(text),
            "/* tslint:disable */
/* eslint-disable */
/**
 * One.
 */
export type A = \"x\" | \"y\";

/**
 * Two.
 */
export interface B {
    /**
     * Its field.
     */
    b: number;
}

export class C {
    free(): void;
}

/**
 * Does it.
 */
export function doIt(): A;

export type InitInput = URL;

export interface InitOutput {
    readonly a: () => void;
    readonly b: () => void;
    readonly memory: WebAssembly.Memory;
}

/**
 * Starts.
 */
export default function __wbg_init (m?: { m: InitInput }): Promise<InitOutput>;
"
        );
        assert_eq!(sorted(&sorted(text)), sorted(text));
    }

    #[test]
    fn raw_exports_are_sorted() {
        let text = "/* eslint-disable */\nexport const b: 1;\nexport const a: 2;\n";
        assert_eq!(
            sorted_raw(text),
            "/* eslint-disable */\nexport const a: 2;\nexport const b: 1;\n"
        );
    }
}
