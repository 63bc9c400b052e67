//! The references in a DAISY book.

use super::unzip;

/// Checks of the official validator beyond the DTDs: every reference leads to an element, every
/// file is in the manifest, times are those of the clips (none), the order of playing has no gaps. `name` is
/// that of the book.
///
/// # Panics
/// One of this is not so.
pub fn check_daisy_references(name: &str, daisy: &[u8]) {
    let files = unzip(daisy);
    let text = |wanted: &str| {
        let file =
            files.iter().find(|(path, _)| path == wanted).unwrap_or_else(|| panic!("{name}: no {wanted}"));
        String::from_utf8(file.1.clone()).expect("UTF-8")
    };
    let exists = |reference: &str| {
        let (file, id) = reference.split_once('#').expect(reference);
        assert!(text(file).contains(&format!(" id=\"{id}\"")), "{name}: {reference} leads nowhere");
    };
    let values = |source: &str, attribute: &str| -> Vec<String> {
        let mark = format!(" {attribute}=\"");
        source
            .split(&mark)
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap_or_default().to_owned())
            .collect()
    };
    let book = text("book.xml");
    for reference in values(&book, "smilref") {
        exists(&reference);
    }
    for id in values(&book, "idref").iter().chain(&values(&book, "href")).filter(|id| id.starts_with('#')) {
        exists(&format!("book.xml{id}"));
    }
    for image in values(&book, "src") {
        assert!(files.iter().any(|(path, _)| *path == image), "{name}: {image}");
    }
    let ncx = text("navigation.ncx");
    for reference in values(&ncx, "src") {
        exists(&reference);
    }
    let mut order: Vec<usize> =
        values(&ncx, "playOrder").iter().map(|n| n.parse().expect("a number")).collect();
    order.sort_unstable();
    order.dedup();
    assert_eq!(order, (1..=order.len()).collect::<Vec<_>>(), "{name}");
    let opf = text("book.opf");
    let uid = opf
        .split("<dc:Identifier id=\"uid\">")
        .nth(1)
        .and_then(|rest| rest.split('<').next())
        .expect("the identifier");
    let same = format!("name=\"dtb:uid\" content=\"{uid}\"");
    assert!(book.contains(&same) && ncx.contains(&same), "{name}");
    let listed = values(&opf, "href");
    for (path, bytes) in &files {
        assert!(listed.contains(path), "{name}: {path} is not in the manifest");
        if crate::path::extension(path) == "smil" {
            let smil = String::from_utf8(bytes.clone()).expect("UTF-8");
            for reference in values(&smil, "src") {
                exists(&reference);
            }
            assert!(smil.contains(&same), "{name}: {path}");
            assert!(smil.contains("name=\"dtb:totalElapsedTime\" content=\"0:00:00\""));
        }
    }
    assert!(
        opf.contains("name=\"dtb:totalTime\" content=\"0:00:00\"") && opf.contains("content=\"textNCX\"")
    );
}
