//! Cells and their signs in North American ASCII braille. A cell is its dots: bit 0 is dot 1, bit 5 dot 6.

/// The ASCII character of every cell, by its dots.
const ASCII_BY_CELL: &[u8; 64] = b" A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)=";

/// Converts cells to characters from 0x20 to 0x5F.
pub fn to_ascii(cells: &[u8]) -> String {
    cells.iter().map(|cell| char::from(ASCII_BY_CELL[usize::from(cell & 63)])).collect()
}

/// Converts a text to cells; characters that represent no cell are skipped.
pub fn from_ascii(text: &str) -> Vec<u8> {
    text.bytes()
        .filter_map(|byte| ASCII_BY_CELL.iter().position(|known| *known == byte.to_ascii_uppercase()))
        .filter_map(|cell| u8::try_from(cell).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_own_sign() {
        let all: Vec<u8> = (0..64).collect();
        assert_eq!(from_ascii(&to_ascii(&all)), all);
        assert!(to_ascii(&all).bytes().all(|byte| (0x20..=0x5F).contains(&byte)));
        assert_eq!(to_ascii(&[0b1, 0b11, 0b11_1100]), "AB#");
    }
}
