//! Documents of readers.

use super::{FileMaker, HostileReader, entity_bomb, many_attributes, repeat_numbered};
use crate::testkit::{PptxBuilder, unzip, zip_files};

pub(super) const DOCUMENT_MAKERS: &[FileMaker] = &[
    ("pages in a circle", HostileReader::Pdf, || {
        pdf_with_objects(&[
            "<</Type /Catalog /Pages 2 0 R>>",
            "<</Type /Pages /Kids [2 0 R 2 0 R] /Count 2>>",
        ])
    }),
    ("pages of each other", HostileReader::Pdf, || {
        pdf_with_objects(&[
            "<</Type /Catalog /Pages 2 0 R>>",
            "<</Type /Pages /Kids [3 0 R] /Count 9>>",
            "<</Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 9>>",
        ])
    }),
    ("many pages", HostileReader::Pdf, || {
        pdf_with_objects(&["<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [] /Count 2000000000>>"])
    }),
    ("objects in a circle", HostileReader::Pdf, || {
        pdf_with_objects(&[
            "<</Type /Catalog /Pages 2 0 R /Outlines 4 0 R /StructTreeRoot 5 0 R /MarkInfo <</Marked true>>>>",
            "<</Type /Pages /Kids [3 0 R] /Count 1>>",
            "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R /Resources <</XObject <</A 7 0 R>>>>>>",
            "<</First 4 0 R /Last 4 0 R /Next 4 0 R /Title (a) /Count 9>>",
            "<</Type /StructTreeRoot /K [5 0 R 5 0 R]>>",
            "6 0 R",
            "<</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 4 /Resources <</XObject <</A 7 0 R>>>>>> stream\n/A Do\nendstream",
        ])
    }),
    ("entities", HostileReader::Presentation, || {
        let (declared, references) = entity_bomb("p");
        change_slide(|text| {
            text.replacen("<p:sld ", &format!("{declared}<p:sld "), 1).replace("HERE", &references)
        })
    }),
    ("attributes", HostileReader::Presentation, || {
        change_slide(|text| text.replacen("<p:sld ", &format!("<p:sld{} ", many_attributes()), 1))
    }),
    ("nesting", HostileReader::Presentation, || {
        PptxBuilder::new("Hostile")
            .slide(&format!("{}{}", "<p:grpSp>".repeat(50_000), "</p:grpSp>".repeat(50_000)))
            .build()
    }),
    ("table", HostileReader::Presentation, || {
        let cell = "<a:tc gridSpan='1000' rowSpan='65534'><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc>";
        let row = format!("<a:tr>{}</a:tr>", cell.repeat(100));
        PptxBuilder::new("Hostile")
            .slide(&format!("<p:graphicFrame><a:graphic><a:graphicData><a:tbl>{}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>", row.repeat(100)))
            .build()
    }),
    ("shapes", HostileReader::Presentation, || {
        PptxBuilder::new("Hostile")
            .slide(&repeat_numbered(5000, |n| format!("<p:sp><p:nvSpPr><p:cNvPr id='{n}' name='a'/></p:nvSpPr><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>")))
            .build()
    }),
];

fn change_slide(change: impl Fn(String) -> String) -> Vec<u8> {
    let shape = "<p:sp><p:txBody><a:p><a:r><a:t>HERE</a:t></a:r></a:p></p:txBody></p:sp>";
    let book = PptxBuilder::new("Hostile").slide(shape).build();
    zip_files(unzip(&book).into_iter().map(|(name, bytes)| {
        let bytes = if name.starts_with("ppt/slides/slide") {
            change(String::from_utf8_lossy(&bytes).into_owned()).into_bytes()
        } else {
            bytes
        };
        (name, bytes)
    }))
}

/// A PDF of these objects, numbered from 1; the first is the catalog.
fn pdf_with_objects(objects: &[&str]) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (object, n) in objects.iter().zip(1..) {
        places.push(out.len());
        out.extend(format!("{n} 0 obj\n{object}\nendobj\n").bytes());
    }
    let table = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    out.extend(format!("trailer <</Size {size} /Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n").bytes());
    out
}
