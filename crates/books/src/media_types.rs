//! Media types of files by their names.

use crate::path;

pub(crate) fn media_type(path: &str) -> &'static str {
    match path::extension(path).as_str() {
        "xhtml" => "application/xhtml+xml",
        "html" | "htm" => "text/html",
        "opf" => "application/oebps-package+xml",
        "ncx" => "application/x-dtbncx+xml",
        "smil" => "application/smil+xml",
        "xml" => "application/xml",
        "css" => "text/css",
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "bmp" => "image/bmp",
        "mp3" => "audio/mpeg",
        "m4a" | "mp4" => "audio/mp4",
        "ogg" | "opus" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain",
        _ if path == "mimetype" => "text/plain",
        _ => "application/octet-stream",
    }
}
