//! Media types of single files of books. Books may state any type for their files; only these are sent.

/// The type of every other file: browsers save it, and neither show nor run it.
const OTHER_FILES: &str = "application/octet-stream";

/// Types in books: the core types of EPUB 2 and 3 and what is common besides, DAISY 2.02 and DAISY 3.
pub(crate) const OF_BOOK_FILES: &[&str] = &[
    "application/ecmascript",
    "application/epub+zip",
    "application/font-sfnt",
    "application/font-woff",
    "application/javascript",
    "application/json",
    "application/oebps-package+xml",
    "application/pdf",
    "application/pls+xml",
    "application/smil",
    "application/smil+xml",
    "application/ttml+xml",
    "application/vnd.adobe-page-template+xml",
    "application/vnd.ms-opentype",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/x-dtbncx+xml",
    "application/x-dtbook+xml",
    "application/x-dtbresource+xml",
    "application/x-font-opentype",
    "application/x-font-otf",
    "application/x-font-ttf",
    "application/x-font-woff",
    "application/x-javascript",
    "application/xhtml+xml",
    "application/xml",
    "application/xml-dtd",
    "application/zip",
    "audio/aac",
    "audio/flac",
    "audio/m4a",
    "audio/mp3",
    "audio/mp4",
    "audio/mpeg",
    "audio/ogg",
    "audio/opus",
    "audio/wav",
    "audio/webm",
    "audio/x-m4a",
    "audio/x-wav",
    "font/collection",
    "font/otf",
    "font/sfnt",
    "font/ttf",
    "font/woff",
    "font/woff2",
    "image/avif",
    "image/bmp",
    "image/gif",
    "image/jp2",
    "image/jpeg",
    "image/jpg",
    "image/png",
    "image/svg+xml",
    "image/tiff",
    "image/webp",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
    "text/vtt",
    "text/x-oeb1-css",
    "text/x-oeb1-document",
    "text/xml",
    "video/mp4",
    "video/ogg",
    "video/webm",
];

/// The media type that a file of a book is sent with. Parameters are left out, because the bytes say more
/// exactly in which encoding they are.
pub(crate) fn served_media_type(stated: &str) -> &'static str {
    let (essence, _) = stated.split_once(';').unwrap_or((stated, ""));
    let essence = essence.trim();
    OF_BOOK_FILES.iter().find(|own| own.eq_ignore_ascii_case(essence)).copied().unwrap_or(OTHER_FILES)
}

#[cfg(test)]
mod tests {
    use super::served_media_type;

    #[test]
    fn only_types_of_books_are_sent() {
        assert_eq!(served_media_type("application/xhtml+xml"), "application/xhtml+xml");
        assert_eq!(served_media_type(" Text/CSS ; charset=utf-8"), "text/css");
        for other in
            ["image/png\"><script>", "text/x-server-parsed-html", "multipart/x-mixed-replace", "png", ""]
        {
            assert_eq!(served_media_type(other), "application/octet-stream", "{other}");
        }
    }
}
