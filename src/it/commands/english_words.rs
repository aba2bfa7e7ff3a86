//! What is still English in a Chinese text.

/// English words in a Chinese text, and Latin signs after Chinese characters. What is typed or read by programs is no word: options,
/// what stands in backticks or quotes, cards, bytes, directives, names of files, commands, rules, sets, themes and fields, units.
pub(crate) fn english(text: &str) -> Vec<String> {
    let quoted = r"\b[XDTJQKA2-9]+\b|\d+min|@\w+|0x\w+|canju \w+|\[可选：[^\]]*\]|`[^`]*`|“[^”]*”|'[^']*'|\{[^}]*\}|--[a-z-]+|[!-~]*[./_][!-~]*";
    let names =
        r"\b(canju|huanle|rlcard|douzero|openspiel|pagat|botzone|composed|DouZero|UTF|JSON|\d*[KMG]iB|ddz|jsonl)\b";
    let typed = r"\b(pass|solo|pair|trio|bomb|rocket|packs|turn|last|best|rules|win|loss|hands|expect|expected|scoring|stake)\b";
    let fields = r"\b(name|source|difficulty|themes|level|seed|moves|meta)\b";
    let text = regex::Regex::new(&format!("{quoted}|{names}|{typed}|{fields}")).unwrap().replace_all(text, "");
    let wrong = regex::Regex::new(r"[A-Za-z]{3,}|\p{Han}[,;?!]|\p{Han}: ").unwrap();
    wrong.find_iter(&text).map(|found| found.as_str().to_owned()).collect()
}
