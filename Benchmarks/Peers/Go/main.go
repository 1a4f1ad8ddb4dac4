// Copies the files of a folder with their SHA-256, two at a time: go-copy SOURCE DESTINATION.
package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

func copyFile(source, destination string) error {
	in, err := os.Open(source)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(destination, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(out, hash), in); err != nil {
		out.Close()
		return err
	}
	hash.Sum(nil)
	return out.Close()
}

func main() {
	source, destination := os.Args[1], os.Args[2]
	entries, err := os.ReadDir(source)
	if err == nil {
		err = os.Mkdir(destination, 0o700)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	names := make(chan string)
	var workers sync.WaitGroup
	for range [2]struct{}{} {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for name := range names {
				if err := copyFile(filepath.Join(source, name), filepath.Join(destination, name)); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
			}
		}()
	}
	for _, entry := range entries {
		names <- entry.Name()
	}
	close(names)
	workers.Wait()
}
