//! The zip container: `mimetype` first and stored, fixed times, fixed order.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::{BuiltPublication, front, nav, package, page};
use crate::{SandboxError, files};

const CONTAINER_XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n<rootfiles>\n\
<rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/>\n\
</rootfiles>\n</container>\n";

/// The bytes of the EPUB.
pub(super) fn write_epub(built: &BuiltPublication<'_>) -> Result<Vec<u8>, SandboxError> {
    // The format's earliest date, so that the archive does not depend on the build date.
    let plain = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
    let stored = plain.compression_method(CompressionMethod::Stored);
    let deflated = plain.compression_method(CompressionMethod::Deflated);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, bytes: &[u8], options: SimpleFileOptions| -> Result<(), SandboxError> {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
        Ok(())
    };
    put("mimetype", b"application/epub+zip", stored)?;
    put("META-INF/container.xml", CONTAINER_XML.as_bytes(), deflated)?;
    put("EPUB/package.opf", package::format_package(built).as_bytes(), deflated)?;
    put("EPUB/nav.xhtml", nav::format_nav(built).as_bytes(), deflated)?;
    let style = files::file_bytes("style.css").ok_or_else(|| SandboxError::Missing("style.css".into()))?;
    put("EPUB/style.css", style, deflated)?;
    put("EPUB/title.xhtml", front::format_title_page(built.publication).as_bytes(), deflated)?;
    for chapter in &built.pages {
        put(&format!("EPUB/{}", chapter.file), chapter.xhtml.as_bytes(), deflated)?;
    }
    put("EPUB/imprint.xhtml", front::format_imprint(built.publication).as_bytes(), deflated)?;
    for overlay in &built.overlays {
        put(&format!("EPUB/{}", overlay.file_name()), overlay.format_smil().as_bytes(), deflated)?;
    }
    if built.publication.cover_alt.is_some() {
        let path = format!("{}cover.jpg", built.publication.folder);
        let bytes = files::file_bytes(&path).ok_or(SandboxError::Missing(path))?;
        put("EPUB/cover.jpg", bytes, stored)?;
    }
    for (path, bytes) in &built.resources {
        // Already compressed.
        let packed = matches!(page::media_type(path), Some("audio/mpeg" | "image/png" | "image/jpeg"));
        put(&format!("EPUB/{path}"), bytes, if packed { stored } else { deflated })?;
    }
    Ok(zip.finish()?.into_inner())
}
