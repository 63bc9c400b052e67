//! Pictures, drawings and fonts.

use super::{FileMaker, HostileReader, entity_bomb, many_attributes, repeat_numbered};
use crate::testkit::{EpubBuilder, MINIMAL_PNG};

pub(super) const PICTURE_MAKERS: &[FileMaker] = &[
    ("huge picture", HostileReader::Picture, || huge_png(60_000, 60_000)),
    ("huge picture", HostileReader::Epub, || {
        epub_with_picture("a.png", "image/png", &huge_png(2_000_000_000, 2_000_000_000))
    }),
    ("huge moving picture", HostileReader::Epub, || {
        epub_with_picture(
            "a.gif",
            "image/gif",
            b"GIF89a\x60\xEA\x60\xEA\x80\0\0\0\0\0\xFF\xFF\xFF,\0\0\0\0\x60\xEA\x60\xEA\0\x02\x02D\x01\0;",
        )
    }),
    ("huge WebP", HostileReader::Epub, || {
        epub_with_picture(
            "a.webp",
            "image/webp",
            b"RIFF\x1A\0\0\0WEBPVP8L\x0D\0\0\0\x2F\xFF\xFF\xFF\x0F\0\0\0\0\0\0\0\0\0",
        )
    }),
    ("drawing with entities", HostileReader::Epub, || {
        let (declared, references) = entity_bomb("svg");
        epub_with_drawing(&format!(
            "{declared}<svg xmlns='http://www.w3.org/2000/svg'><text>{references}</text></svg>"
        ))
    }),
    ("drawing with attributes", HostileReader::Epub, || {
        svg_drawing(&format!("<rect{}/>", many_attributes()))
    }),
    ("drawing that uses itself", HostileReader::Epub, || {
        let defs = repeat_numbered(9, |n| {
            format!("<g id='n{}'>{}</g>", n + 1, format!("<use href='#n{n}'/>").repeat(10))
        });
        svg_drawing(&format!(
            "<defs><g id='n0'><rect width='1' height='1'/></g>{defs}</defs><use href='#n9'/>"
        ))
    }),
    ("filters", HostileReader::Epub, || {
        let blur = "<feGaussianBlur stdDeviation='500'/><feTurbulence numOctaves='9999'/>".repeat(500);
        svg_drawing(&format!(
            "<filter id='f'>{blur}</filter>{}",
            "<g filter='url(#f)'><rect width='9' height='9'/>".repeat(60) + &"</g>".repeat(60)
        ))
    }),
    ("patterns of patterns", HostileReader::Epub, || {
        let defs = repeat_numbered(9, |n| {
            format!(
                "<pattern id='p{}' width='2' height='2' patternUnits='userSpaceOnUse'>{}</pattern>",
                n + 1,
                format!("<rect width='2' height='2' fill='url(#p{n})'/>").repeat(20)
            )
        });
        svg_drawing(&format!("{defs}<rect width='9' height='9' fill='url(#p9)'/>"))
    }),
    ("chain of gradients", HostileReader::Epub, || {
        svg_drawing(&format!(
            "{}<rect width='9' height='9' fill='url(#g0)'/>",
            repeat_numbered(20_000, |n| format!("<linearGradient id='g{n}' href='#g{}'/>", n + 1))
        ))
    }),
    ("rules for drawings", HostileReader::Epub, || {
        svg_drawing(&format!(
            "<style>{}</style>{}",
            "g g g,a{x:y}".repeat(20_000),
            "<g class='a'/>".repeat(20_000)
        ))
    }),
    ("huge drawing", HostileReader::Epub, || {
        epub_with_drawing(
            "<svg xmlns='http://www.w3.org/2000/svg' width='1e30' height='1e30'><rect width='1e38' height='1e38'/></svg>",
        )
    }),
    ("deep drawing", HostileReader::Epub, || {
        svg_drawing(&format!("{}{}", "<g>".repeat(20_000), "</g>".repeat(20_000)))
    }),
    ("dashes", HostileReader::Epub, || {
        svg_drawing(&"<path d='M0 0H9999999' stroke='red' stroke-dasharray='.001 .001'/>".repeat(500))
    }),
    ("font", HostileReader::Epub, || {
        EpubBuilder::new("Hostile")
            .chapter("One", "<style>@font-face { font-family: a; src: url(a.ttf) }</style><p style='font-family: a'>a</p>")
            .file("a.ttf", "font/ttf", &broken_font())
            .file("a.css", "text/css", b"@font-face { font-family: a; src: url(a.ttf) }")
            .build()
    }),
];

fn epub_with_picture(name: &str, media_type: &str, bytes: &[u8]) -> Vec<u8> {
    EpubBuilder::new("Hostile")
        .metadata("<meta name=\"cover\" content=\"art\"/>")
        .chapter("One", &format!("<p>a</p><img src='{name}' alt='A picture'/>"))
        .file(name, media_type, bytes)
        .build()
}

fn epub_with_drawing(text: &str) -> Vec<u8> {
    epub_with_picture("a.svg", "image/svg+xml", text.as_bytes())
}

fn svg_drawing(inside: &str) -> Vec<u8> {
    epub_with_drawing(&format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>{inside}</svg>"
    ))
}

/// A picture of one point that claims to be much larger.
fn huge_png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = MINIMAL_PNG.to_vec();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc32fast::hash(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// A font whose tables are all the same, longer than the file.
fn broken_font() -> Vec<u8> {
    let mut bytes = b"\0\x01\0\0\xFF\xFF\0\0\0\0\0\0".to_vec();
    for name in [b"glyf", b"loca", b"cmap", b"head", b"maxp"].into_iter().cycle().take(5000) {
        bytes.extend(name);
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 12, 0xFF, 0xFF, 0xFF, 0xFF]);
    }
    bytes
}
