//! `openshelf-bench onix`: writes a message of any length to standard output, to measure `openshelf ingest`.
//! Its records are those of the generated catalog, with prices and other data that libraries ignore, so that
//! reading it is as much work as reading real messages.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use books::xml::escape;
use clap::Args;
use domain::{CategoryType, ContributorType, Title};

use crate::catalog::GeneratedCatalog;

/// Writes an ONIX message to standard output.
#[derive(Debug, Clone, Args)]
pub struct WriteOnix {
    /// Records
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=5_000_000))]
    records: u32,
    /// Another seed gives other titles under the same references: a message of updates
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Short tags
    #[arg(long)]
    short: bool,
    /// Every how many records one withdraws its title; 0 for never
    #[arg(long, default_value_t = 0)]
    withdraw: u32,
}

/// Short tags of elements with text, and of the message. Those of others are their names in small letters.
const SHORT_TAGS: [(&str, &str); 42] = [
    ("ONIXMessage", "ONIXmessage"),
    ("SenderName", "x298"),
    ("SentDateTime", "x307"),
    ("RecordReference", "a001"),
    ("NotificationType", "a002"),
    ("ProductIDType", "b221"),
    ("IDValue", "b244"),
    ("ProductComposition", "x314"),
    ("ProductForm", "b012"),
    ("ProductFormDetail", "b333"),
    ("ProductFormFeatureType", "b334"),
    ("ProductFormFeatureValue", "b335"),
    ("CollectionType", "x329"),
    ("CollectionSequenceType", "x479"),
    ("CollectionSequenceNumber", "x481"),
    ("TitleType", "b202"),
    ("TitleElementLevel", "x409"),
    ("TitleText", "b203"),
    ("Subtitle", "b029"),
    ("SequenceNumber", "b034"),
    ("ContributorRole", "b035"),
    ("PersonName", "b036"),
    ("PersonNameInverted", "b037"),
    ("LanguageRole", "b253"),
    ("LanguageCode", "b252"),
    ("ExtentType", "b218"),
    ("ExtentValue", "b219"),
    ("ExtentUnit", "b220"),
    ("SubjectSchemeIdentifier", "b067"),
    ("SubjectCode", "b069"),
    ("SubjectHeadingText", "b070"),
    ("TextType", "x426"),
    ("ContentAudience", "x427"),
    ("Text", "d104"),
    ("PublishingRole", "b291"),
    ("PublisherName", "b081"),
    ("PublishingDateRole", "x448"),
    ("Date", "b306"),
    ("SalesRightsType", "b089"),
    ("RegionsIncluded", "x450"),
    ("CountriesIncluded", "x449"),
    ("PriceAmount", "j151"),
];

impl WriteOnix {
    pub fn run(&self) -> io::Result<()> {
        let catalog = GeneratedCatalog::new(self.records.max(1_000), self.seed);
        let mut out =
            MessageWriter { output: BufWriter::new(io::stdout().lock()), uses_short_tags: self.short };
        let namespace = if self.short { "short" } else { "reference" };
        writeln!(out.output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        let root = out.tag_name("ONIXMessage");
        writeln!(
            out.output,
            "<{root} release=\"3.1\" xmlns=\"http://ns.editeur.org/onix/3.1/{namespace}\">"
        )?;
        out.write_nested("Header", |out| {
            out.write_group("Sender", &[("SenderName", "Generated")])?;
            out.write_text("SentDateTime", "20261101")
        })?;
        for place in 0..self.records {
            let gone = self.withdraw > 0 && place % self.withdraw == self.withdraw - 1;
            out.write_product(place, &catalog.generate_title(place), gone)?;
        }
        writeln!(out.output, "</{root}>")?;
        out.output.flush()
    }
}

struct MessageWriter<W> {
    output: W,
    uses_short_tags: bool,
}

impl<W: Write> MessageWriter<W> {
    fn tag_name(&self, reference: &'static str) -> Cow<'static, str> {
        if !self.uses_short_tags {
            return reference.into();
        }
        let found = SHORT_TAGS.iter().find(|(name, _)| *name == reference);
        found.map_or_else(|| reference.to_lowercase().into(), |(_, short)| (*short).into())
    }

    fn write_nested(
        &mut self,
        name: &'static str,
        inner: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = self.tag_name(name);
        write!(self.output, "<{name}>")?;
        inner(self)?;
        writeln!(self.output, "</{name}>")
    }

    /// Writes an element that has only elements with text.
    fn write_group(&mut self, name: &'static str, texts: &[(&'static str, &str)]) -> io::Result<()> {
        self.write_nested(name, |out| texts.iter().try_for_each(|&(name, text)| out.write_text(name, text)))
    }

    fn write_text(&mut self, name: &'static str, text: &str) -> io::Result<()> {
        let name = self.tag_name(name);
        writeln!(self.output, "<{name}>{}</{name}>", escape(text))
    }

    fn write_title(&mut self, level: &str, title: &str, subtitle: Option<&str>) -> io::Result<()> {
        self.write_nested("TitleDetail", |out| {
            out.write_text("TitleType", "01")?;
            out.write_nested("TitleElement", |out| {
                out.write_text("TitleElementLevel", level)?;
                out.write_text("TitleText", title)?;
                subtitle.map_or(Ok(()), |subtitle| out.write_text("Subtitle", subtitle))
            })
        })
    }

    fn write_product(&mut self, place: u32, title: &Title, gone: bool) -> io::Result<()> {
        self.write_nested("Product", |out| {
            out.write_text("RecordReference", &format!("org.example.bench.{place}"))?;
            out.write_text("NotificationType", if gone { "05" } else { "03" })?;
            if let Some(isbn) = &title.metadata.isbn13 {
                out.write_group("ProductIdentifier", &[("ProductIDType", "15"), ("IDValue", isbn)])?;
            }
            if gone {
                return Ok(());
            }
            out.write_nested("DescriptiveDetail", |out| out.write_description(title))?;
            if let Some(synopsis) = &title.metadata.synopsis {
                let texts = [("TextType", "03"), ("ContentAudience", "00"), ("Text", synopsis.as_str())];
                out.write_nested("CollateralDetail", |out| out.write_group("TextContent", &texts))?;
            }
            out.write_nested("PublishingDetail", |out| out.write_publishing(title))?;
            out.write_nested("ProductSupply", |out| {
                out.write_nested("SupplyDetail", |out| out.write_group("Price", &[("PriceAmount", "9.99")]))
            })
        })
    }

    fn write_description(&mut self, title: &Title) -> io::Result<()> {
        let metadata = &title.metadata;
        self.write_text("ProductComposition", "00")?;
        self.write_text("ProductForm", "ED")?;
        self.write_text("ProductFormDetail", "E101")?;
        for code in ["11", "14", "29", "52"] {
            let texts = [("ProductFormFeatureType", "09"), ("ProductFormFeatureValue", code)];
            self.write_group("ProductFormFeature", &texts)?;
        }
        if let Some(series) = &metadata.series_title {
            self.write_nested("Collection", |out| {
                out.write_text("CollectionType", "10")?;
                if let Some(number) = &metadata.series_number {
                    let number = ("CollectionSequenceNumber", number.as_str());
                    out.write_group("CollectionSequence", &[("CollectionSequenceType", "02"), number])?;
                }
                out.write_title("02", series, None)
            })?;
        }
        self.write_title("01", &metadata.title, metadata.subtitle.as_deref())?;
        for (number, person) in (1..).zip(&metadata.contributors) {
            let role = match person.kind {
                ContributorType::Author => "A01",
                ContributorType::Translator => "B06",
                ContributorType::Illustrator => "A12",
                ContributorType::Editor => "B01",
                _ => "A32",
            };
            let texts: [(&str, &str); 4] = [
                ("SequenceNumber", &number.to_string()),
                ("ContributorRole", role),
                ("PersonName", &person.display_name),
                ("PersonNameInverted", person.sort_name()),
            ];
            self.write_group("Contributor", &texts)?;
        }
        for language in &metadata.languages {
            self.write_group("Language", &[("LanguageRole", "01"), ("LanguageCode", language)])?;
        }
        if let Some(pages) = metadata.num_pages {
            let pages = pages.to_string();
            let texts = [("ExtentType", "00"), ("ExtentValue", pages.as_str()), ("ExtentUnit", "03")];
            self.write_group("Extent", &texts)?;
        }
        for category in metadata.categories.iter().filter(|category| category.kind == CategoryType::Bisac) {
            let texts: [(&str, &str); 3] = [
                ("SubjectSchemeIdentifier", "10"),
                ("SubjectCode", category.code.as_deref().unwrap_or_default()),
                ("SubjectHeadingText", &category.name),
            ];
            self.write_group("Subject", &texts)?;
        }
        self.write_group("Subject", &[("SubjectSchemeIdentifier", "93"), ("SubjectCode", "FBA")])
    }

    fn write_publishing(&mut self, title: &Title) -> io::Result<()> {
        let metadata = &title.metadata;
        if let Some(publisher) = &metadata.publisher {
            self.write_group("Publisher", &[("PublishingRole", "01"), ("PublisherName", publisher)])?;
        }
        if let Some(year) = metadata.copyright_date {
            let date = format!("{year:04}0101");
            self.write_group("PublishingDate", &[("PublishingDateRole", "01"), ("Date", &date)])?;
        }
        self.write_nested("SalesRights", |out| {
            out.write_text("SalesRightsType", "01")?;
            out.write_nested("Territory", |out| {
                if title.territory.worldwide {
                    return out.write_text("RegionsIncluded", "WORLD");
                }
                let countries: Vec<&str> = title.territory.countries.iter().map(String::as_str).collect();
                out.write_text("CountriesIncluded", &countries.join(" "))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use metadata::{Kind, read_records};

    use super::*;

    #[test]
    fn a_message_is_read_completely_with_both_kinds_of_tags() {
        let catalog = GeneratedCatalog::new(1_000, 7);
        for short in [false, true] {
            let mut message = MessageWriter { output: Vec::new(), uses_short_tags: short };
            let root = message.tag_name("ONIXMessage");
            for place in 0..200 {
                message.write_product(place, &catalog.generate_title(place), place == 7).unwrap();
            }
            let products = String::from_utf8(message.output).unwrap();
            let text = format!("<{root} release=\"3.1\">{products}</{root}>");
            let all: Vec<_> =
                read_records(Kind::Onix, text.as_bytes()).unwrap().map(Result::unwrap).collect();
            assert_eq!(all.len(), 200);
            for (place, entry) in (0..).zip(all) {
                assert_eq!(entry.notes, [] as [&str; 0], "{place}");
                let record = entry.result.unwrap();
                let title = catalog.generate_title(place);
                if place != 7 {
                    assert_eq!(record.metadata.title, title.metadata.title);
                    assert_eq!(record.metadata.isbn13, title.metadata.isbn13);
                }
            }
        }
    }
}
