package diagram

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// CheckPath says whether Write can write a picture there, before any work: the
// name ends in .svg or .png, and what is there, or else its folder, can be
// written.
func CheckPath(path string) error {
	if _, err := format(path); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("picture %s: there is no folder %s", path, dir)
	case err != nil:
		return fmt.Errorf("picture %s: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("picture %s: %s is not a folder", path, dir)
	}
	// Only trying tells, on every system, what can be written.
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("picture %s: it is a folder", path)
		}
		there, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("picture %s: what is there cannot be overwritten", path)
		}
		return there.Close()
	}
	probe, err := os.CreateTemp(dir, ".picture-*")
	if err != nil {
		return fmt.Errorf("picture %s: the folder %s cannot be written", path, dir)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// format is the path's ending, in small letters.
func format(path string) (string, error) {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".svg", ".png":
		return ending, nil
	case "":
		return "", fmt.Errorf("picture %s: draws .svg or .png, by the ending of the name, which has none", path)
	default:
		return "", fmt.Errorf("picture %s: draws .svg or .png, not %s", path, ending)
	}
}

// Write draws the page into a file, SVG or PNG by the ending of its name.
func (p Page) Write(path string) error { return write(path, p) }

// write draws a picture in the format that the path's ending names.
func write(path string, p interface {
	SVG() ([]byte, error)
	PNG() ([]byte, error)
}) error {
	ending, err := format(path)
	if err != nil {
		return err
	}
	draw := p.SVG
	if ending == ".png" {
		draw = p.PNG
	}
	picture, err := draw()
	if err != nil {
		return fmt.Errorf("picture %s: %w", path, err)
	}
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		return fmt.Errorf("writing a picture: %w", err)
	}
	return nil
}
