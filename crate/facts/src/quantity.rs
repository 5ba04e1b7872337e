//! Numbers with units as directives write them: `5k/s`, `1KiB`, `40%`.

/// A number with the usual endings: `12k/s`, `1e9`, `1KiB`, `40%`, `1.5M`.
#[must_use]
pub fn quantity(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches("/s").trim();
    let split = text
        .char_indices()
        .find(|&(at, c)| {
            let exponent = (c == 'e' || c == 'E')
                && text[at + 1..].starts_with(|d: char| d.is_ascii_digit() || d == '-');
            !(c.is_ascii_digit() || matches!(c, '.' | '_' | ',' | '-' | '+') || exponent)
        })
        .map_or(text.len(), |(at, _)| at);
    let digits: String = text[..split].chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let scale = match text[split..].trim() {
        "" | "B" => 1.0,
        "k" | "K" | "kB" | "KB" => 1e3,
        "M" | "MB" | "m" => 1e6,
        "G" | "GB" | "g" => 1e9,
        "Ki" | "KiB" => 1024.0,
        "Mi" | "MiB" => 1024.0 * 1024.0,
        "Gi" | "GiB" => 1024.0 * 1024.0 * 1024.0,
        "%" => 0.01,
        _ => return None,
    };
    digits.parse::<f64>().ok().map(|n| n * scale).filter(|n| n.is_finite() && *n >= 0.0)
}

/// A number as a count, without its fraction.
pub(crate) fn whole(number: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let whole = number.clamp(0.0, 1e9) as u32;
    whole
}
