"""What a table tells: posts, surfaces, and answers to who pressed."""
