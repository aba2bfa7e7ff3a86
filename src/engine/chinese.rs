//! What errors say in Chinese. Each says it beside its English text, from the same variants and fields.

use std::io;

/// The Chinese text of an error; `Display` is the English one.
///
/// ```
/// use canju::{InChinese, Position};
/// let error = "K5 | 4?".parse::<Position>().unwrap_err();
/// assert!(error.to_string().starts_with("column 7: unknown card `?`"));
/// assert!(error.in_chinese().starts_with("第 7 个字符：不认识的牌 `?`"));
/// ```
pub trait InChinese {
    /// The text, as `Display` has it in English.
    fn in_chinese(&self) -> String;
}

/// The text differs from system to system, so it is taken from the kind. Where the kind says too little it stays as it is.
impl InChinese for io::Error {
    fn in_chinese(&self) -> String {
        let known = match self.kind() {
            io::ErrorKind::NotFound => "没有这个文件或目录",
            io::ErrorKind::PermissionDenied => "没有权限",
            io::ErrorKind::IsADirectory => "是一个目录",
            io::ErrorKind::NotADirectory => "不是目录",
            io::ErrorKind::StorageFull => "磁盘满了",
            io::ErrorKind::ReadOnlyFilesystem => "文件系统是只读的",
            io::ErrorKind::AlreadyExists => "已经有了",
            io::ErrorKind::AddrInUse => "地址已有程序在用",
            io::ErrorKind::AddrNotAvailable => "本机没有这个地址",
            _ => return self.to_string(),
        };
        known.to_owned()
    }
}
