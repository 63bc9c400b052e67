//! Two series, three editions each.

#[test]
fn has_two_series_with_three_editions_in_chronological_order() {
    let all = sandbox::build_periodicals().unwrap();
    assert_eq!(all.len(), 2);
    for series in &all {
        assert!(["newspaper", "magazine", "journal"].contains(&series.meta.series_type.as_str()));
        assert_eq!(series.editions.len(), 3, "{}", series.slug);
        assert!(series.editions.is_sorted_by_key(|edition| edition.meta.publication_date.clone()));
        for edition in &series.editions {
            assert!(edition.meta.publication_date.starts_with(edition.slug), "{}", edition.slug);
            assert!(edition.meta.chapters.len() >= 3 && edition.facts.words >= 250, "{}", edition.slug);
        }
    }
    assert_ne!(all[0].meta.series_type, all[1].meta.series_type);
}
