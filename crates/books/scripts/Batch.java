import com.adobe.epubcheck.api.EpubCheck;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Checks many books in one start of Java: a line for each error, with the name of its book. */
public final class Batch {
  public static void main(String[] paths) {
    for (String path : paths) {
      File book = new File(path);
      StringWriter out = new StringWriter();
      new EpubCheck(book, new PrintWriter(out, true)).doValidate();
      for (String line : out.toString().split("\n")) {
        if (line.startsWith("ERROR") || line.startsWith("FATAL")) {
          System.out.println(book.getName() + "\t" + line);
        }
      }
      System.out.println("checked " + book.getName());
    }
  }
}
