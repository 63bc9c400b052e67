//! Cover images.

#[test]
fn covers_are_small_jpeg_files_of_one_size() {
    for book in sandbox::build_books().unwrap() {
        let jpeg = book.cover_jpeg;
        assert!(jpeg.starts_with(&[0xFF, 0xD8, 0xFF]), "{}", book.slug);
        assert!(jpeg.len() <= 25_000, "{}: {} bytes", book.slug, jpeg.len());
        // A baseline frame header: marker, length, precision, height, width.
        let frame = jpeg.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
        assert_eq!(jpeg[frame + 5..frame + 9], [0x02, 0x58, 0x01, 0x90], "{}: 600 high, 400 wide", book.slug);
        assert!(book.meta.cover_alt.split_whitespace().count() >= 8, "{}", book.slug);
    }
}
