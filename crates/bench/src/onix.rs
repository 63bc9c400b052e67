//! `openshelf-bench onix`: writes a message of any length to standard output, to measure `openshelf ingest`.
//! Its records are those of the generated catalog, with prices and other data that libraries ignore, so that
//! reading it is as much work as reading real messages.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use clap::Args;
use domain::categories::CategoryType;
use domain::contributors::ContributorType;
use domain::titles::Title;

use crate::catalog::Catalog;

/// Writes an ONIX message to standard output.
#[derive(Debug, Clone, Args)]
pub struct Onix {
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

/// Both names of the written elements.
const TAGS: [(&str, &str); 66] = [
    ("ONIXMessage", "ONIXmessage"),
    ("Header", "header"),
    ("Sender", "sender"),
    ("SenderName", "x298"),
    ("SentDateTime", "x307"),
    ("Product", "product"),
    ("RecordReference", "a001"),
    ("NotificationType", "a002"),
    ("ProductIdentifier", "productidentifier"),
    ("ProductIDType", "b221"),
    ("IDValue", "b244"),
    ("DescriptiveDetail", "descriptivedetail"),
    ("ProductComposition", "x314"),
    ("ProductForm", "b012"),
    ("ProductFormDetail", "b333"),
    ("ProductFormFeature", "productformfeature"),
    ("ProductFormFeatureType", "b334"),
    ("ProductFormFeatureValue", "b335"),
    ("Collection", "collection"),
    ("CollectionType", "x329"),
    ("CollectionSequence", "collectionsequence"),
    ("CollectionSequenceType", "x479"),
    ("CollectionSequenceNumber", "x481"),
    ("TitleDetail", "titledetail"),
    ("TitleType", "b202"),
    ("TitleElement", "titleelement"),
    ("TitleElementLevel", "x409"),
    ("TitleText", "b203"),
    ("Subtitle", "b029"),
    ("Contributor", "contributor"),
    ("SequenceNumber", "b034"),
    ("ContributorRole", "b035"),
    ("PersonName", "b036"),
    ("PersonNameInverted", "b037"),
    ("Language", "language"),
    ("LanguageRole", "b253"),
    ("LanguageCode", "b252"),
    ("Extent", "extent"),
    ("ExtentType", "b218"),
    ("ExtentValue", "b219"),
    ("ExtentUnit", "b220"),
    ("Subject", "subject"),
    ("SubjectSchemeIdentifier", "b067"),
    ("SubjectCode", "b069"),
    ("SubjectHeadingText", "b070"),
    ("CollateralDetail", "collateraldetail"),
    ("TextContent", "textcontent"),
    ("TextType", "x426"),
    ("ContentAudience", "x427"),
    ("Text", "d104"),
    ("PublishingDetail", "publishingdetail"),
    ("Publisher", "publisher"),
    ("PublishingRole", "b291"),
    ("PublisherName", "b081"),
    ("PublishingDate", "publishingdate"),
    ("PublishingDateRole", "x448"),
    ("Date", "b306"),
    ("SalesRights", "salesrights"),
    ("SalesRightsType", "b089"),
    ("Territory", "territory"),
    ("RegionsIncluded", "x450"),
    ("CountriesIncluded", "x449"),
    ("ProductSupply", "productsupply"),
    ("SupplyDetail", "supplydetail"),
    ("Price", "price"),
    ("PriceAmount", "j151"),
];

impl Onix {
    /// Writes it.
    pub fn run(&self) -> io::Result<()> {
        let catalog = Catalog::new(self.records.max(1_000), self.seed);
        let mut out = Message { out: BufWriter::new(io::stdout().lock()), short: self.short };
        let namespace = if self.short { "short" } else { "reference" };
        writeln!(out.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        let root = out.name("ONIXMessage");
        writeln!(out.out, "<{root} release=\"3.1\" xmlns=\"http://ns.editeur.org/onix/3.1/{namespace}\">")?;
        out.within("Header", |out| {
            out.within("Sender", |out| out.text("SenderName", "Generated"))?;
            out.text("SentDateTime", "20261101")
        })?;
        for place in 0..self.records {
            let gone = self.withdraw > 0 && place % self.withdraw == self.withdraw - 1;
            out.product(place, &catalog.title(place), gone)?;
        }
        writeln!(out.out, "</{root}>")?;
        out.out.flush()
    }
}

struct Message<W> {
    out: W,
    short: bool,
}

impl<W: Write> Message<W> {
    fn name(&self, reference: &'static str) -> &'static str {
        let found = TAGS.iter().find(|(name, _)| *name == reference).filter(|_| self.short);
        found.map_or(reference, |(_, short)| short)
    }

    fn within(
        &mut self,
        name: &'static str,
        inner: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = self.name(name);
        write!(self.out, "<{name}>")?;
        inner(self)?;
        writeln!(self.out, "</{name}>")
    }

    fn text(&mut self, name: &'static str, text: &str) -> io::Result<()> {
        let name = self.name(name);
        writeln!(self.out, "<{name}>{}</{name}>", escaped(text))
    }

    fn title(&mut self, level: &str, title: &str, subtitle: Option<&str>) -> io::Result<()> {
        self.within("TitleDetail", |out| {
            out.text("TitleType", "01")?;
            out.within("TitleElement", |out| {
                out.text("TitleElementLevel", level)?;
                out.text("TitleText", title)?;
                subtitle.map_or(Ok(()), |subtitle| out.text("Subtitle", subtitle))
            })
        })
    }

    fn product(&mut self, place: u32, title: &Title, gone: bool) -> io::Result<()> {
        self.within("Product", |out| {
            out.text("RecordReference", &format!("org.example.bench.{place}"))?;
            out.text("NotificationType", if gone { "05" } else { "03" })?;
            if let Some(isbn) = &title.metadata.isbn13 {
                out.within("ProductIdentifier", |out| {
                    out.text("ProductIDType", "15")?;
                    out.text("IDValue", isbn)
                })?;
            }
            if gone {
                return Ok(());
            }
            out.within("DescriptiveDetail", |out| out.describe(title))?;
            if let Some(synopsis) = &title.metadata.synopsis {
                out.within("CollateralDetail", |out| {
                    out.within("TextContent", |out| {
                        out.text("TextType", "03")?;
                        out.text("ContentAudience", "00")?;
                        out.text("Text", synopsis)
                    })
                })?;
            }
            out.within("PublishingDetail", |out| out.publish(title))?;
            out.within("ProductSupply", |out| {
                out.within("SupplyDetail", |out| out.within("Price", |out| out.text("PriceAmount", "9.99")))
            })
        })
    }

    fn describe(&mut self, title: &Title) -> io::Result<()> {
        let metadata = &title.metadata;
        self.text("ProductComposition", "00")?;
        self.text("ProductForm", "ED")?;
        self.text("ProductFormDetail", "E101")?;
        for code in ["11", "14", "29", "52"] {
            self.within("ProductFormFeature", |out| {
                out.text("ProductFormFeatureType", "09")?;
                out.text("ProductFormFeatureValue", code)
            })?;
        }
        if let Some(series) = &metadata.series_title {
            self.within("Collection", |out| {
                out.text("CollectionType", "10")?;
                if let Some(number) = &metadata.series_number {
                    out.within("CollectionSequence", |out| {
                        out.text("CollectionSequenceType", "02")?;
                        out.text("CollectionSequenceNumber", number)
                    })?;
                }
                out.title("02", series, None)
            })?;
        }
        self.title("01", &metadata.title, metadata.subtitle.as_deref())?;
        for (number, person) in (1..).zip(&metadata.contributors) {
            let role = match person.kind {
                ContributorType::Author => "A01",
                ContributorType::Translator => "B06",
                ContributorType::Illustrator => "A12",
                ContributorType::Editor => "B01",
                _ => "A32",
            };
            self.within("Contributor", |out| {
                out.text("SequenceNumber", &format!("{number}"))?;
                out.text("ContributorRole", role)?;
                out.text("PersonName", &person.display_name)?;
                out.text("PersonNameInverted", person.sort_name())
            })?;
        }
        for language in &metadata.languages {
            self.within("Language", |out| {
                out.text("LanguageRole", "01")?;
                out.text("LanguageCode", language)
            })?;
        }
        if let Some(pages) = metadata.num_pages {
            self.within("Extent", |out| {
                out.text("ExtentType", "00")?;
                out.text("ExtentValue", &pages.to_string())?;
                out.text("ExtentUnit", "03")
            })?;
        }
        for category in metadata.categories.iter().filter(|category| category.kind == CategoryType::Bisac) {
            self.within("Subject", |out| {
                out.text("SubjectSchemeIdentifier", "10")?;
                out.text("SubjectCode", category.code.as_deref().unwrap_or_default())?;
                out.text("SubjectHeadingText", &category.name)
            })?;
        }
        self.within("Subject", |out| {
            out.text("SubjectSchemeIdentifier", "93")?;
            out.text("SubjectCode", "FBA")
        })
    }

    fn publish(&mut self, title: &Title) -> io::Result<()> {
        let metadata = &title.metadata;
        if let Some(publisher) = &metadata.publisher {
            self.within("Publisher", |out| {
                out.text("PublishingRole", "01")?;
                out.text("PublisherName", publisher)
            })?;
        }
        if let Some(year) = metadata.copyright_date {
            self.within("PublishingDate", |out| {
                out.text("PublishingDateRole", "01")?;
                out.text("Date", &format!("{year:04}0101"))
            })?;
        }
        self.within("SalesRights", |out| {
            out.text("SalesRightsType", "01")?;
            out.within("Territory", |out| {
                if title.territory.worldwide {
                    return out.text("RegionsIncluded", "WORLD");
                }
                let countries: Vec<&str> = title.territory.countries.iter().map(String::as_str).collect();
                out.text("CountriesIncluded", &countries.join(" "))
            })
        })
    }
}

fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains(['<', '>', '&']) {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use metadata::{Kind, read_records};

    use super::*;

    #[test]
    fn a_message_is_read_completely_with_both_kinds_of_tags() {
        let catalog = Catalog::new(1_000, 7);
        for short in [false, true] {
            let mut message = Message { out: Vec::new(), short };
            let root = message.name("ONIXMessage");
            for place in 0..200 {
                message.product(place, &catalog.title(place), place == 7).unwrap();
            }
            let products = String::from_utf8(message.out).unwrap();
            let text = format!("<{root} release=\"3.1\">{products}</{root}>");
            let all: Vec<_> = read_records(Kind::Onix, text.as_bytes()).unwrap().map(Result::unwrap).collect();
            assert_eq!(all.len(), 200);
            for (place, entry) in (0..).zip(all) {
                assert_eq!(entry.notes, [] as [&str; 0], "{place}");
                let record = entry.result.unwrap();
                let title = catalog.title(place);
                if place != 7 {
                    assert_eq!(record.metadata.title, title.metadata.title);
                    assert_eq!(record.metadata.isbn13, title.metadata.isbn13);
                }
            }
        }
    }
}
